/// How the page looks: the reader's own light or dark, from a phone to paper. The pairs of colors have a
/// contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3).
let reportStyle: HTML = """
  :root {
    --page: #f6f7f9; --card: #fff; --ink: #1b1f24; --quiet: #59616b; --line: #dde1e6; --link: #0b5cad;
    --error: #b3122a; --error-back: #fde8eb; --warning: #7a4d00; --warning-back: #fff0d1;
    --hint: #1f5a8a; --hint-back: #e3f0fb; --good: #1c6b3a;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #14171b; --card: #1d2126; --ink: #e8eaed; --quiet: #a3abb5; --line: #343a42; --link: #8ec2ff;
      --error: #ff9aa6; --error-back: #4a1820; --warning: #ffcf70; --warning-back: #42310c;
      --hint: #9fd0ff; --hint-back: #16344e; --good: #7fd6a0;
    }
  }
  * { box-sizing: border-box; }
  body {
    margin: 0; padding: 2rem 1rem; background: var(--page); color: var(--ink);
    font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  }
  header, main, footer { max-width: 64rem; margin: 0 auto; }
  h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2; }
  h2 { margin: 2.5rem 0 1rem; font-size: 1.25rem; }
  h3 { margin: 0; font: 600 1rem/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
  code { font: .9em ui-monospace, Menlo, Consolas, monospace; }
  a { color: var(--link); }
  .tiles { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; padding: 0; list-style: none; }
  .tiles li {
    padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
  }
  .tiles b { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
  .tiles .none { color: var(--quiet); }
  .error { color: var(--error); background: var(--error-back); }
  .warning { color: var(--warning); background: var(--warning-back); }
  .hint { color: var(--hint); background: var(--hint-back); }
  .tiles .error, .tiles .warning, .tiles .hint { border-color: currentColor; background: var(--card); }
  td > span { padding: .1rem .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; }
  table {
    width: 100%; border-collapse: collapse; font-size: .9375rem; background: var(--card);
  }
  caption { padding: 0 0 .5rem; text-align: left; color: var(--quiet); font-size: .875rem; }
  th, td { padding: .5rem .75rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
  thead th { color: var(--quiet); font-size: .8125rem; font-weight: 600; }
  tbody th { font-weight: 600; }
  td { overflow-wrap: anywhere; }
  td:first-child, .number { white-space: nowrap; overflow-wrap: normal; }
  td:nth-child(2) { overflow-wrap: break-word; }
  .number { text-align: right; font-variant-numeric: tabular-nums; }
  small { display: block; color: var(--quiet); font-size: .875rem; }
  section > table, article {
    border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
  }
  article {
    position: relative; margin: 0 0 1rem; padding: 1rem 1rem .25rem;
    content-visibility: auto; contain-intrinsic-size: auto 12rem;
  }
  article table { margin: .5rem 0 0; }
  article td:first-child, article th:first-child { padding-left: 0; }
  article caption {
    position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%);
  }
  .facts { margin: 0; color: var(--quiet); font-size: .875rem; }
  .quiet { margin: 2rem 0; color: var(--good); font-size: 1.125rem; }
  details { margin: 2.5rem 0 0; }
  summary { cursor: pointer; font-weight: 600; }
  .names { columns: 2 22rem; padding: 0 0 0 1.25rem; overflow-wrap: anywhere; }
  .names small { display: inline; }
  footer { margin-top: 3rem; color: var(--quiet); font-size: .875rem; }
  tr:target { outline: 2px solid var(--link); outline-offset: -2px; }
  @media (max-width: 44rem) {
    body { padding: 1.25rem .75rem; }
    .figure, .files { display: none; }
    th, td { padding: .5rem .4rem; }
  }
  @media print {
    body { padding: 0; background: none; }
    article { break-inside: avoid; content-visibility: visible; }
    .tiles li, section > table, article { border-color: #999; }
  }

  """

#!/usr/bin/env bash
# Shows a Markdown report as a comment on the pull request. Every run updates the same comment.
#
#   bash comment.sh REPORT.md [CATEGORY]
#
# The comment is found by a hidden marker with the category (default: stickerlint). Without findings, no new comment is
# written. Outside of a pull request, nothing happens. If GitHub rejects the comment, the script only prints a
# warning, because the token of a pull request from a fork is read-only.
#
# Needs the GitHub CLI, GH_TOKEN with the permission pull-requests: write, and the runner's GITHUB_REPOSITORY,
# GITHUB_REF, GITHUB_SERVER_URL and GITHUB_RUN_ID. With the token of an app, set COMMENT_AUTHOR to the app's login.
set -euo pipefail

say() { printf '::%s title=stickerlint::%s\n' "$1" "$2"; }

report=${1:?the Markdown report is missing}
category=${2:-stickerlint}
if ! [[ ${GITHUB_REF:-} =~ ^refs/pull/([0-9]+)/ ]]; then
  echo "This run is not for a pull request, so there is no comment."
  exit 0
fi
server=${GITHUB_SERVER_URL:-https://github.com}
comments=repos/$GITHUB_REPOSITORY/issues/${BASH_REMATCH[1]}/comments
export GH_HOST=${server#https://}
export GH_ENTERPRISE_TOKEN=${GH_ENTERPRISE_TOKEN:-${GH_TOKEN:-}}

# A category may have any characters, but none of them may end the HTML comment.
LC_ALL=C
category=${category//[^A-Za-z0-9._-]/_}
export MARKER="<!-- stickerlint: ${category//--/-_} -->"
export AUTHOR=${COMMENT_AUTHOR:-github-actions[bot]}

# Anyone can write the marker into a comment, so only a comment by AUTHOR is updated.
query='.[] | select(.user.login == env.AUTHOR and ((.body // "") | startswith(env.MARKER))) | .id'
if ! found=$(gh api --paginate "$comments?per_page=100" --jq "$query"); then
  say warning "Could not read the comments of the pull request. See the lines above."
  exit 0
fi
read -r comment _ <<<"${found//$'\n'/ }"

body=$(mktemp)
trap 'rm -f "$body"' EXIT
{
  printf '%s\n' "$MARKER"
  cat "$report"
  printf '\n[All reports of this run](%s/%s/actions/runs/%s)\n' "$server" "$GITHUB_REPOSITORY" "$GITHUB_RUN_ID"
} >"$body"

if [ -n "$comment" ]; then
  request=(--method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$comment")
elif head -n 1 "$report" | grep -q '^### stickerlint: no findings in '; then
  echo "There are no findings and no earlier comment, so there is nothing to write."
  exit 0
else
  request=(--method POST "$comments")
fi
gh api --silent "${request[@]}" -F "body=@$body" ||
  say warning "Could not write the comment. The job needs pull-requests: write, which a pull request from a fork never has."

// Emoji for common sticker subjects, each with keywords. The keywords match words in emoji fields and in file names.
const emojiKeywords = `
😀 happy smile grin cheerful|😄 laugh joyful|😂 lol haha tears joy|🤣 rofl rolling|😊 blush pleased shy|😇 angel innocent halo
🙂 fine okay|😉 wink|😍 love heart eyes adore|🥰 loved affection|😘 kiss|😋 yum tasty delicious|😜 silly tongue crazy|🤪 goofy zany
🤨 doubt skeptical eyebrow|🧐 inspect monocle|🤓 nerd geek glasses|😎 cool sunglasses|🥳 party celebrate birthday|😏 smirk
😒 unamused annoyed meh|😞 disappointed|😔 pensive|😢 cry sad tear|😭 sob crying bawl|😤 huff steam proud|😠 angry mad grumpy
😡 rage furious|🤬 swear curse|😳 flushed embarrassed|😱 scream shock scared|😨 fear afraid|😰 anxious sweat nervous|😥 relieved
🤗 hug|🤔 think hmm wonder|🤭 giggle oops|🤫 shush quiet secret|🤥 lie|😶 speechless mute|😐 neutral|😬 grimace awkward
🙄 eyeroll|😯 surprised|😮 wow gasp|😲 amazed astonished|🥱 yawn bored|😴 sleep sleepy zzz night|🤤 drool|😪 tired|😵 dizzy
🤯 mind blown|🥴 woozy drunk|🤢 sick nausea|🤮 vomit|🤧 sneeze cold|😷 mask ill|🤒 fever|🤕 hurt injured|🤑 money rich|🤠 cowboy
😈 devil evil mischief|👿 imp|👻 ghost boo spooky|💀 skull dead|👽 alien|🤖 robot|💩 poop poo|🎃 pumpkin halloween|😺 kitty
🙈 monkey see|💋 lips|💌 letter|💘 cupid|💖 sparkle heart|💔 heartbreak broken|❤️ heart red love|🧡 orange|💛 yellow|💚 green
💙 blue|💜 purple|🖤 black|🤍 white|💯 hundred perfect|💢 anger|💥 boom explosion bang|💫 star dizzy|💦 splash water|💨 dash wind run fast
💤 snooze|👋 wave hello hi bye goodbye|🤚 stop hand|✋ high five|🖖 spock|👌 ok perfect|🤌 pinched|✌️ peace victory|🤞 luck fingers crossed
🤟 rock|🤘 metal horns|🤙 call shaka|👈 left|👉 right point|👆 up|👇 down|👍 thumbs up yes good like|👎 no bad dislike|✊ fist
👊 punch|👏 clap applause bravo|🙌 hooray praise|👐 open|🤝 deal handshake|🙏 thanks please pray thank|💪 strong muscle flex|👀 look eyes
🧠 brain smart|👶 baby|👧 girl|👦 boy|👩 woman|👨 man|👵 grandma|👴 grandpa|🤷 shrug dunno|🤦 facepalm|💃 dance dancing|🕺 disco|🏃 running
🐶 dog puppy woof|🐱 cat kitten meow|🐭 mouse|🐹 hamster|🐰 bunny rabbit|🦊 fox|🐻 bear|🐼 panda|🐨 koala|🐯 tiger|🦁 lion|🐮 cow|🐷 pig
🐸 frog|🐵 monkey|🐔 chicken|🐧 penguin|🐦 bird|🐤 chick|🦆 duck|🦉 owl|🐺 wolf|🐴 horse|🦄 unicorn|🐝 bee|🐛 bug worm|🦋 butterfly
🐌 snail|🐞 ladybug|🐢 turtle|🐍 snake|🦖 dinosaur dino|🐙 octopus|🦑 squid|🦀 crab|🐟 fish|🐬 dolphin|🐳 whale|🦈 shark|🐘 elephant
🦒 giraffe|🐑 sheep|🦙 llama|🦔 hedgehog|🦥 sloth|🌵 cactus|🎄 christmas tree xmas|🌲 tree|🌱 plant sprout|🍀 clover lucky|🌸 flower blossom
🌹 rose|🌻 sunflower|🌈 rainbow|☀️ sun sunny|🌙 moon|⭐ star|☁️ cloud|🌧️ rain rainy|⚡ lightning zap|❄️ snow snowflake|⛄ snowman
🔥 fire hot lit|🌊 wave sea ocean|🍎 apple|🍐 pear|🍊 orange tangerine|🍋 lemon|🍌 banana|🍉 melon watermelon|🍇 grapes|🍓 strawberry
🍒 cherry|🍑 peach|🍍 pineapple|🥑 avocado|🍅 tomato|🥕 carrot|🌽 corn|🌶️ chili spicy|🍞 bread toast|🧀 cheese|🥚 egg|🍔 burger
🍟 fries|🍕 pizza|🌭 hotdog|🌮 taco|🍣 sushi|🍜 noodles ramen|🍦 icecream|🍩 donut doughnut|🍪 cookie|🎂 cake birthday|🍰 slice
🍫 chocolate|🍬 candy|🍿 popcorn|☕ coffee|🍵 tea|🍺 beer|🍷 wine|🥂 cheers toast|🍹 cocktail|⚽ football soccer|🏀 basketball|🎾 tennis
🎮 game gaming|🎲 dice|🎯 target bullseye|🏆 trophy winner win|🥇 medal first|🎵 music note song|🎤 sing|🎸 guitar|🎁 gift present
🎉 congrats tada celebration|🎈 balloon|🚀 rocket launch space|✈️ plane travel|🚗 car|🚲 bike|🏠 home house|🏖️ beach holiday|⏰ alarm late
💡 idea lightbulb|💻 computer laptop work|📱 phone|📷 camera photo|📚 books study|✏️ pencil draw|💰 cash|✅ check done|❌ cross wrong
❓ question|❗ exclamation|💬 chat talk|🆗 okay|🔔 bell|🔒 lock|✨ sparkles magic|👑 crown king queen|💎 diamond gem|👓 glasses|🎩 hat`
  .trim().split(/[|\n]/).map((line) => {
    const [emoji, ...words] = line.split(" ");
    return { emoji, words };
  });

// Returns the emoji that best match the words in a text. Whole words count more than the beginning of a word.
function matchingEmoji(text, maxCount = 6) {
  const searchWords = text.toLowerCase().split(/[^\p{L}]+/u).filter((word) => word.length > 1);
  // The first keyword fits best.
  const score = ({ words }) => searchWords.reduce((sum, word) => sum + (words[0] === word ? 4
    : words.includes(word) ? 3
    : word.length > 2 && words.some((keyword) => keyword.startsWith(word) || word.startsWith(keyword)) ? 1 : 0), 0);
  return emojiKeywords.map((entry) => ({ ...entry, score: score(entry) })).filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score).slice(0, maxCount).map(({ emoji }) => emoji);
}

// Returns the emoji that match the file name of a sticker best.
function emojiMatchingName(number, maxCount) {
  const name = document.getElementById("sticker-" + number)?.dataset.name ?? "";
  return matchingEmoji(name.replace(/\.[^.]*$/, ""), maxCount);
}

// Suggests emoji below a field: for the words in it, or for the name of the file if the field is empty.
function suggestEmoji(field, number) {
  const container = field.closest("li, fieldset").querySelector(".emoji-guesses");
  const typedWords = textWithoutEmoji(field.value);
  const enteredEmoji = extractEmoji(field.value);
  const suggestions = typedWords !== "" ? matchingEmoji(typedWords)
    : enteredEmoji.length > 0 ? [] : emojiMatchingName(number, 4);
  const key = suggestions.join(" ");
  container.hidden = suggestions.length === 0;
  if (container.dataset.of === key) return;
  container.dataset.of = key;
  container.replaceChildren(...suggestions.map((emoji) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: emoji });
    button.setAttribute("aria-label", `Use ${emoji}`);
    button.addEventListener("click", () => {
      field.value = [...extractEmoji(field.value), emoji].join(" ");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.send();
      field.focus();
    });
    return button;
  }));
}

"""How reports must display names, and which lines a build log interprets as commands. Both are implemented
independently of stickerlint."""
import re
import unicodedata

# actions/runner, ActionCommandManager.cs and ActionCommand.cs.
COMMANDS = {"internal-set-repo-path", "set-env", "set-output", "save-state", "add-mask", "add-path", "add-matcher",
            "remove-matcher", "warning", "error", "notice", "debug", "group", "endgroup", "echo", "stop-commands"}


def is_harmless(character):
  if character == "\u200d":
    return True
  return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def display_name(name):
  """Returns a name, as bytes or text, in the form in which reports must display it."""
  text = name.decode("utf-8", "surrogateescape") if isinstance(name, bytes) else name
  result = ""
  for index, character in enumerate(text):
    if "\udc80" <= character <= "\udcff":
      result += "\\x%02X" % (ord(character) - 0xdc00)
    elif not is_harmless(character):
      result += "\\u{%X}" % ord(character)
    elif character == ":" and text[index + 1:index + 2] == ":" and result.strip() == "":
      result += "\\u{3A}"
    elif character == "#" and result.endswith("#") and re.match(r"[A-Za-z]*\[", text[index + 1:]):
      result += "\\u{23}"
    else:
      result += character
  return result


def unescape(text, marks):
  for mark in marks:
    text = text.replace("%%%02X" % ord(mark), mark)
  return text


def command(line):
  """Parses a log line as GitHub's runner does. Returns the name, properties and data of a command, or None."""
  text = line.lstrip()
  end = text.find("::", 2)
  if text.startswith("::") and end >= 0:
    name, _, rest = text[2:end].partition(" ")
    if name in COMMANDS:
      properties = {}
      for pair in filter(None, rest.strip().split(",")):
        key, _, value = pair.lstrip("=").partition("=")
        if key and value.lstrip("="):
          properties[key.lower()] = unescape(value.lstrip("="), "\r\n:,%")
      return name, properties, unescape(text[end + 2:], "\r\n%")
  start = text.find("##[")
  end = text.find("]", start)
  if start >= 0 and end >= 0 and text[start + 3:end].split(" ")[0] in COMMANDS:
    return text[start + 3:end].split(" ")[0], {}, text[end + 1:]
  return None


def is_command(line):
  """Returns whether a build log interprets a line as a command, including those of Azure Pipelines (`##vso[`) and
  TeamCity (`##teamcity[`)."""
  return command(line) is not None or re.search(r"##[A-Za-z]*\[", line) is not None

import path from 'node:path'
import { Stop } from '../setup/stop.mjs'

// Connecting to a socket with a long path changes the working directory of this process, so it is saved first.
const startFolder = process.cwd()

/** The command whose words start the line; the longest match wins. */
export const findCommand = (commands, words) => {
  return commands
    .filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
    .toSorted((a, b) => b.name.length - a.name.length)[0]
}

/** `--name value`, `--name=value` and bare `--flag` into {snake_case: value}. */
export const readOptions = (command, words) => {
  const options = {}
  for (let index = 0; index < words.length; index += 1) {
    const [, name, inline] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(words[index]) ?? []
    if (!name) throw new Stop(`${command.name} does not understand "${words[index]}".`)
    const option = command.options.find((candidate) => kebab(candidate.name) === kebab(name))
    if (!option) throw new Stop(`${command.name} has no option --${name}.${known(command)}`)
    if (isFlag(option)) {
      if (inline !== undefined && inline !== 'true' && inline !== 'false')
        throw new Stop(`--${kebab(option.name)} is either there or not; it takes no value.`)
      options[snake(option.name)] = inline !== 'false'
      continue
    }
    const value = inline ?? words[(index += 1)]
    if (value === undefined) throw new Stop(`--${kebab(option.name)} needs a value.`)
    options[snake(option.name)] = option.kind === 'path' ? path.resolve(startFolder, value) : value
  }
  const missing = command.options.filter(
    ({ name, required }) => required && !(snake(name) in options),
  )
  if (missing.length > 0) {
    throw new Stop(
      `${command.name} needs ${missing.map(({ name }) => `--${kebab(name)}`).join(' and ')}.`,
    )
  }
  return options
}

export const isFlag = ({ kind }) => kind === 'flag' || kind === 'boolean'
export const kebab = (name) => name.replaceAll('_', '-')

const snake = (name) => name.replaceAll('-', '_')
const known = ({ options }) =>
  options.length > 0 ? ` It has ${options.map(({ name }) => `--${kebab(name)}`).join(', ')}.` : ''

import { Stop } from '../setup/stop.mjs'

/** Adds a feature to a features.ts: an import and an entry, sorted by name. Existing lines stay in place. */
export const addFeature = (source, { specifier, name, file }) => {
  if (new RegExp(String.raw`\b${name}\b`).test(source))
    throw new Stop(`${file} has a feature ${name} already; choose another name.`)
  const list = /export const features[^=]*= \[\n([^\]]*)\]/.exec(source)
  if (!list) throw new Stop(`${file} has no list "export const features = [ … ]", one line each.`)
  const entries = list[1].match(/^ {2}\w+,$/gm) ?? []
  const withEntry = source.replace(list[0], (text) =>
    insertLine(text, `  ${name},`, entries, (line) => line),
  )
  const imports = withEntry.match(/^import \{ \w+ \} from '@playhead\/features\/[^']+'$/gm) ?? []
  return insertLine(withEntry, `import { ${name} } from '${specifier}'`, imports, specifierOf)
}

/** Before the first line that sorts after it, or after the last. */
function insertLine(text, line, lines, keyOf) {
  const next = lines.find((other) => keyOf(other) > keyOf(line))
  if (next) return text.replace(next, () => `${line}\n${next}`)
  const last = lines.at(-1)
  if (last) return text.replace(last, () => `${last}\n${line}`)
  return line.startsWith('import') ? `${line}\n${text}` : text.replace('[\n', () => `[\n${line}\n`)
}

const specifierOf = (line) => /'([^']+)'/.exec(line)[1]

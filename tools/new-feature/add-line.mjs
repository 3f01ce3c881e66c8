import { Stop } from '../setup/stop.mjs'

/** Adds a feature to a features.ts: a sorted import and a sorted entry of its list. */
export function addFeature(source, { specifier, name, file }) {
  if (new RegExp(String.raw`\b${name}\b`).test(source))
    throw new Stop(`${file} has a feature ${name} already; choose another name.`)
  const importLine = `import { ${name} } from '${specifier}'`
  const list = /(export const features[^=]*= \[)([^\]]*)\]/.exec(source)
  if (!list) throw new Stop(`${file} has no list "export const features = [ … ]".`)
  const entries = [...list[2].split(',').map((entry) => entry.trim()), name].filter(Boolean)
  const lines = sorted(entries).map((entry) => `  ${entry},\n`)
  const withEntry = source.replace(list[0], () => `${list[1]}\n${lines.join('')}]`)

  const imports = withEntry.match(/^import \{ \w+ \} from '@playhead\/features\/[^']+'$/gm) ?? []
  if (imports.length === 0) return `${importLine}\n${withEntry}`
  const next = imports.find((line) => specifierOf(line) > specifier)
  return next
    ? withEntry.replace(next, () => `${importLine}\n${next}`)
    : withEntry.replace(imports.at(-1), (line) => `${line}\n${importLine}`)
}

const specifierOf = (line) => /'([^']+)'/.exec(line)[1]
const sorted = (lines) => lines.toSorted((a, b) => (a < b ? -1 : 1))

import { Stop } from '../setup/stop.mjs'

/** Adds a feature to a features.ts: a sorted import and a sorted entry of its list. */
export function addFeature(source, { specifier, name, file }) {
  if (new RegExp(String.raw`\b${name}\b`).test(source))
    throw new Stop(`${file} has a feature ${name} already; choose another name.`)
  const importLine = `import { ${name} } from '${specifier}'`
  const list = /(export const features[^\n]*\[\n)([\s\S]*?)(^\])/m.exec(source)
  if (!list)
    throw new Stop(`${file} has no list "export const features = [" with one line a feature.`)
  const entries = sorted([...list[2].split('\n').filter(Boolean), `  ${name},`])
  const withEntry = source.replace(list[0], () => `${list[1]}${entries.join('\n')}\n${list[3]}`)

  const imports = withEntry.match(/^import \{ \w+ \} from '@playhead\/features\/[^']+'$/gm) ?? []
  if (imports.length === 0) return `${importLine}\n${withEntry}`
  const next = imports.find((line) => specifierOf(line) > specifier)
  return next
    ? withEntry.replace(next, () => `${importLine}\n${next}`)
    : withEntry.replace(imports.at(-1), (line) => `${line}\n${importLine}`)
}

const specifierOf = (line) => /'([^']+)'/.exec(line)[1]
const sorted = (lines) => lines.toSorted((a, b) => (a.trim() < b.trim() ? -1 : 1))

import { parseSync } from 'vite'

/** Imports of types and imports at run time, whose path may be a template. */
const importCall = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?(['"`])([^'"`]+)\1/g

/** Every import of a file: specifier, line, imported names, and whether it imports only types. */
export const readImports = (file, source) => {
  const { module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0].message}`)
  const found = new Map()
  const add = (specifier, start, names, isType) =>
    found.set(`${specifier} ${start}`, { specifier, line: lineAt(source, start), names, isType })

  for (const statement of module.staticImports) {
    const values = statement.entries.filter((entry) => !entry.isType)
    const isType = statement.entries.length > 0 && values.length === 0
    const names = values.map((entry) => entry.importName.name ?? '*')
    add(statement.moduleRequest.value, statement.start, names, isType)
  }
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) {
      if (!entry.moduleRequest) continue
      add(entry.moduleRequest.value, statement.start, [entry.importName.name ?? '*'], entry.isType)
    }
  }
  for (const match of source.matchAll(importCall)) add(match[2], match.index, [], false)
  return [...found.values()]
}

export const lineAt = (source, offset) => source.slice(0, offset).split('\n').length

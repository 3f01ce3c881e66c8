import { parseSync } from 'vite'
import { lineAt } from './read-imports.mjs'

/** Functions that are declared first and exported in a list: func-style of oxlint sees only `export function`. */
export const checkExportedFunctions = (file, source) => {
  const { program } = parseSync(file, source)
  const declared = new Map(
    program.body
      .filter((node) => node.type === 'FunctionDeclaration' && !node.generator)
      .map((node) => [node.id.name, node.start]),
  )
  return program.body
    .flatMap((node) =>
      node.type === 'ExportNamedDeclaration' && !node.source ? node.specifiers : [],
    )
    .filter(({ local }) => declared.has(local.name))
    .map(
      ({ local }) =>
        `${file}:${lineAt(source, declared.get(local.name))} exports the function ${local.name}: an exported function is an arrow function, \`export const\``,
    )
}

// In this order: quoted texts and names, heredocs, comments, the end of a statement, anything else.
const tokens =
  /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^])*"|`(?:[^`\\]|\\[^])*`|\$(\w*)\$[^]*?\$\1\$|(--[^\n]*|\/\*[^]*?\*\/)|(;)|([^])/g

/** The statements of a file; semicolons within texts, names and comments do not end one. */
export const splitStatements = (text: string): string[] => {
  const statements: string[] = []
  let statement = ''
  for (const [token, , comment, end, single] of text.matchAll(tokens)) {
    if (single !== undefined && /['"`]/.test(single)) {
      throw new SyntaxError(`A ${single} is never closed.`)
    }
    if (end !== undefined) {
      statements.push(statement.trim())
      statement = ''
    } else {
      statement += comment === undefined ? token : ' '
    }
  }
  statements.push(statement.trim())
  return statements.filter((candidate) => candidate !== '')
}

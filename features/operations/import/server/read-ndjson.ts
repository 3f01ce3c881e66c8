import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { type ImportedRow, readViewLine } from './view-line.ts'

const shownProblems = 20

const linesOf = (path: string) =>
  createInterface({ input: createReadStream(path), crlfDelay: Infinity })

/** Counts the rows of a file; throws if a line is invalid. */
export const checkNdjson = async (path: string): Promise<number> => {
  const problems: string[] = []
  let [number, rows, wrongLines] = [0, 0, 0]
  for await (const line of linesOf(path)) {
    number += 1
    if (line.trim() === '') continue
    const read = readViewLine(line)
    if (!('wrong' in read)) {
      rows += 1
      continue
    }
    wrongLines += 1
    if (problems.length < shownProblems) problems.push(`Line ${number}: ${read.wrong}.`)
  }
  if (wrongLines === 0) return rows
  const more = wrongLines - problems.length
  throw new ApiError('invalid_parameters', {
    messages: [
      'Nothing was imported.',
      ...problems,
      ...(more > 0 ? [`And ${more} more lines are invalid.`] : []),
    ],
  })
}

export const ndjsonRows = async function* (path: string): AsyncGenerator<ImportedRow> {
  for await (const line of linesOf(path)) {
    if (line.trim() === '') continue
    const read = readViewLine(line)
    if ('row' in read) yield read.row
  }
}

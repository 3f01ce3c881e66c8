import { expect, test } from 'vitest'
import { terminalLog } from './terminal-log.ts'

const written = (work: (log: ReturnType<typeof terminalLog>) => void) => {
  const lines: string[] = []
  work(terminalLog((line) => lines.push(line)))
  return lines.join('').replaceAll(/^\d{2}:\d{2}:\d{2}/gm, 'TIME')
}

test('a terminal shows sentences with their time', () => {
  expect(
    written((log) => {
      log.info('Encoders connect to rtmp://localhost:1935/app.')
      log.warn('job will be retried', { kind: 'mail', attempt: 2 })
    }),
  ).toBe(
    'TIME Encoders connect to rtmp://localhost:1935/app.\nTIME Warning: job will be retried (kind: mail, attempt: 2)\n',
  )
})

test('an error has its message behind the sentence, and its stack below', () => {
  const error = new Error('The disk is full.')
  error.stack = 'Error: The disk is full.\n    at write (file.ts:1)'
  expect(written((log) => log.error('A recording failed.', { error }))).toBe(
    'TIME Error: A recording failed. (error: The disk is full.)\n    at write (file.ts:1)\n',
  )
  expect(written((log) => log.warn('A recording failed.', { error }))).not.toContain('file.ts')
})

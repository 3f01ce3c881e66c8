import { SettingsError } from '@playhead/server-kit/settings/settings.ts'
import { startProgram } from './program.ts'
import { StartRefused } from './start-refused.ts'

/** Problems that an operator can fix are one sentence; anything else keeps its stack. */
const sentenceOf = (error: unknown) => {
  if (error instanceof SettingsError || error instanceof StartRefused) return error.message
  if (error instanceof Error && 'publicMessage' in error) return String(error.publicMessage)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

// Set up first, so that a stop during the start also ends what has been started.
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

try {
  const program = await startProgram(process.env, stopping.signal)
  stopping.signal.addEventListener('abort', () => {
    void program.stop().finally(() => process.exit(0))
  })
} catch (error) {
  if (stopping.signal.aborted) process.exit(0)
  process.stderr.write(`Playhead cannot start: ${sentenceOf(error)}\n`)
  process.exit(1)
}

import { SettingsError } from '@playhead/server-kit/settings.ts'
import { startProgram } from './program.ts'
import { StartRefused } from './start-refused.ts'

/** What an operator can mend is said in one sentence; anything else keeps its stack. */
const sentenceOf = (error: unknown) => {
  if (error instanceof SettingsError || error instanceof StartRefused) return error.message
  if (error instanceof Error && 'publicMessage' in error) return String(error.publicMessage)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  const program = await startProgram(process.env)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void program.stop().finally(() => process.exit(0))
    })
} catch (error) {
  process.stderr.write(`Playhead cannot start: ${sentenceOf(error)}\n`)
  process.exit(1)
}

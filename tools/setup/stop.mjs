/** A failure that is told to the person at the terminal in one sentence, without a stack. */
export class Stop extends Error {}

/** Runs a command-line program: a Stop ends it with its sentence and exit code 1. */
export async function runProgram(main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

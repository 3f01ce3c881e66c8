/** A failure that is shown to the user in one sentence, without a stack trace. */
export class Stop extends Error {}

/** Runs a command-line program: a Stop ends it with its message and exit code 1. */
export const runProgram = async (main) => {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

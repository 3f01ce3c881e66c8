const late = () => new Error('It did not answer in time.')

/**
 * Work that may hang with the engine behind it: it is late after a while, and not begun again before it is over, so that
 * an engine that is away for hours meets no queue when it returns.
 */
export const bounded = (milliseconds: number) => {
  let isPending = false
  return async <Result>(begin: () => Promise<Result>): Promise<Result> => {
    if (isPending) throw late()
    isPending = true
    const work = begin().finally(() => {
      isPending = false
    })
    // Its failure after the end of the time is of no interest.
    work.catch(() => undefined)
    let timer: NodeJS.Timeout | undefined
    const isLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(late()), milliseconds)
    })
    try {
      return await Promise.race([work, isLate])
    } finally {
      clearTimeout(timer)
    }
  }
}

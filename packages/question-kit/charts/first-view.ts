/** Whether a step ended before the first view of the environment: there is nothing in it, not zero. */
export const isBeforeFirstView = (
  time: number,
  stepMs: number,
  { firstViewAt = 0 }: { firstViewAt?: number | undefined },
): boolean => time + stepMs <= firstViewAt * 1_000

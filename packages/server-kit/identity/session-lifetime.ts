const dayMs = 86_400_000
const unusedDays = 30
const wholeDays = 90

/** A session ends after a month without use, and always three months after signing in. */
export const sessionExpiry = (now: Date, begunAt: Date) =>
  new Date(Math.min(now.getTime() + unusedDays * dayMs, begunAt.getTime() + wholeDays * dayMs))

/** Sessions that began earlier have ended, whatever their row says. */
export const oldestSession = (now: Date) => new Date(now.getTime() - wholeDays * dayMs)

import { isVisitor } from './visitor.ts'

const dayMs = 86_400_000
const unusedDays = 30
const wholeDays = 90
const visitorMs = 4 * 3_600_000

/**
 * A session ends after a month without use, and always three months after signing in; that of a visitor four hours
 * after it began.
 */
export const sessionExpiry = (now: Date, begunAt: Date, method: string) => {
  const wholeMs = isVisitor({ method }) ? visitorMs : wholeDays * dayMs
  return new Date(Math.min(now.getTime() + unusedDays * dayMs, begunAt.getTime() + wholeMs))
}

/** Sessions that began earlier have ended, whatever their row says. */
export const oldestSession = (now: Date) => new Date(now.getTime() - wholeDays * dayMs)

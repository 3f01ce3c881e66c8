import type { App } from '@playhead/server-kit/app.ts'

/** For work whose duration would tell whether an address has an account: nobody waits for it. */
export const afterAnswer = (app: App, what: string, work: () => Promise<void>) =>
  void work().catch((error: unknown) => app.log.error(`${what} failed`, { error }))

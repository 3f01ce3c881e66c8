import type { App } from '@playhead/server-kit/app.ts'
import { slot } from '@playhead/server-kit/slot.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** `uploaded` is an upload that was accepted before and is complete now. */
export type NewMedia = 'asset' | 'upload' | 'uploaded' | 'live_stream' | 'broadcast'

/** Whether an organization may add media now. */
interface NewMediaCheck {
  readonly order: number
  /** Throws an error that the caller can correct. `environment` may use the transaction of the change. */
  check(
    app: Pick<App, 'clock' | 'settings'>,
    environment: Environment,
    what: NewMedia,
  ): Promise<void>
}

export const newMediaCheck = slot<NewMediaCheck>('new media check')

export const refuseNewMedia = async (
  app: Pick<App, 'clock' | 'settings' | 'slots'>,
  environment: Environment,
  what: NewMedia,
) => {
  for (const one of newMediaCheck.partsIn(app)) await one.check(app, environment, what)
}

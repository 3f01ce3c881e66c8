import type { App } from '@playhead/server-kit/app.ts'
import { slot } from '@playhead/server-kit/slot.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** What another capability does when an environment is removed, in the same transaction. */
interface EnvironmentListener {
  /** Listeners run in ascending order. */
  readonly order: number
  /** Everything of the environment is still there. */
  beforeRemoved(app: App, environment: Environment): Promise<unknown>
}

export const environmentListener = slot<EnvironmentListener>('environment listener')

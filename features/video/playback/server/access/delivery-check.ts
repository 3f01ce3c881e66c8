import type { App } from '@playhead/server-kit/app.ts'
import { slot } from '@playhead/server-kit/slot.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { Access } from './open-playback.ts'

/** Whether video of an organization is delivered now; it runs for each playback and must be quick. */
interface DeliveryCheck {
  readonly order: number
  /** Throws what the player shows. */
  check(app: App, environment: Environment): Promise<void>
}

export const deliveryCheck = slot<DeliveryCheck>('delivery check')

/** For what begins a playback or follows a broadcast; what a running playback still has ahead goes on. */
export const refuseStoppedDelivery = async (app: App, access: Access) => {
  if (access.isPreview) return
  for (const one of deliveryCheck.partsIn(app)) await one.check(app, access.environment)
}

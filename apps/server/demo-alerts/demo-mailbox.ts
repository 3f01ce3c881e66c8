import { addMailChannel, switchOffMailTo } from '@playhead/features/data/notifications/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Actor } from '@playhead/server-kit/audit/changes.ts'
import type { Environment, Organization } from '@playhead/server-kit/tenant.ts'

/** Names that end in .example belong to nobody, so no mail server may be given one. */
const address = 'on-call@northlight.example'

/** Without a mail server mail stays in the outbox, which staff can read. */
const isKept = ({ settings }: Pick<App, 'settings'>) => settings.smtpUrl === undefined

export const addDemoMailbox = (
  app: App,
  organization: Organization,
  environment: Environment,
  actor: Actor,
) => addMailChannel(app, organization, environment, actor, { address, isEnabled: isKept(app) })

/** Call it at each start: the demo may be older than the setting of a mail server. */
export const keepDemoMailInside = async (app: App) => {
  if (app.settings.isDemo && !isKept(app))
    await switchOffMailTo(app.postgres, address, 'Nobody has the mailbox of the demo.')
}

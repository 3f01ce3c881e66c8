import { randomInt } from 'node:crypto'
import { addAccessToken } from '@playhead/features/account/access-tokens/server'
import { addEnvironment } from '@playhead/features/account/environments/server'
import { addOrganization } from '@playhead/features/account/organizations/server'
import { addInvite } from '@playhead/features/account/invites/server'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Actor } from '@playhead/server-kit/audit/changes.ts'
import { hashPassword } from '@playhead/server-kit/secrets/passwords.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { writeDemoSignIn } from '@playhead/server-kit/state/server-state.sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { addDemoMailbox } from './demo-alerts/demo-mailbox.ts'
import { addDemoRules } from './demo-alerts/demo-rules.ts'
import { addDemoSilence } from './demo-alerts/demo-silence.ts'
import { addDemoData } from './demo-data/add-demo-data.ts'
import { type AudienceState, writeAudience } from './demo-audience.sql.ts'
import { insertMembership, insertPerson, isEmptyServer, lockSeeding } from './seed-demo.sql.ts'

const demoEmail = 'demo@playhead.local'
const demoInviteDays = 14

/** Twenty unambiguous letters and digits, in groups that are easy to type. */
const demoPassword = () => {
  const symbols = 'abcdefghijkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => symbols[randomInt(symbols.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

interface Person {
  id: string
  actor: Actor
}

const addPerson = async (
  postgres: Database,
  [firstName, lastName, email]: readonly [string, string, string],
  passwordHash: string | null = null,
): Promise<Person> => {
  const id = await insertPerson(postgres, { email, firstName, lastName, passwordHash })
  return { id, actor: { kind: 'user', userId: id, email } }
}

const addMember = (
  organization: Organization,
  person: Person,
  environments: readonly { id: string }[] | 'admin',
) =>
  insertMembership(organization.postgres, organization.id, {
    userId: person.id,
    isAdmin: environments === 'admin',
    environmentIds: environments === 'admin' ? [] : environments.map(({ id }) => id),
  })

const addAudience = (
  postgres: Database,
  environmentId: string,
  given: Pick<AudienceState, 'world' | 'isLive'>,
) =>
  writeAudience(postgres, environmentId, {
    ...given,
    seed: environmentId,
    missing: [],
    aliveAt: null,
  })

const seedNorthlight = async (app: App, postgres: Database, demo: Person) => {
  const now = app.clock.now()
  const ines = await addPerson(postgres, ['Ines', 'Moreau', 'ines.moreau@northlight.example'])
  const jonas = await addPerson(postgres, ['Jonas', 'Weber', 'jonas.weber@northlight.example'])
  const priya = await addPerson(postgres, ['Priya', 'Nair', 'priya.nair@northlight.example'])
  const northlight = await addOrganization(postgres, ines.actor, { name: 'Northlight TV' })
  const production = await addEnvironment(northlight, ines.actor, {
    name: 'Production',
    type: 'production',
    url: 'https://www.northlight.example',
  })
  const staging = await addEnvironment(northlight, demo.actor, { name: 'Staging', type: 'staging' })
  const development = await addEnvironment(northlight, demo.actor, {
    name: 'Development',
    type: 'development',
  })
  await addAudience(postgres, production.id, { world: 'northlight', isLive: true })
  await addAudience(postgres, staging.id, { world: 'staging', isLive: false })
  const { clickhouse } = app
  const watched = { id: production.id, organizationId: northlight.id, postgres, clickhouse }
  await addDemoMailbox(app, northlight, watched, ines.actor)
  const author = { actor: ines.actor, userId: ines.id, now }
  const onTvs = await addDemoRules(northlight, watched, author)
  await addDemoSilence(northlight, watched, author, onTvs.id)
  await addDemoData(northlight, watched, ines.actor, {
    now: now.getTime(),
    days: app.settings.demoDays,
  })
  await addMember(northlight, ines, 'admin')
  await addMember(northlight, demo, 'admin')
  await addMember(northlight, jonas, [production, staging, development])
  await addMember(northlight, priya, [production])
  await addAccessToken(northlight, ines.actor, {
    environmentId: production.id,
    name: 'Media library upload',
    permissions: ['video:write'],
    createdBy: { userId: ines.id, email: 'ines.moreau@northlight.example' },
  })
  await addAccessToken(northlight, demo.actor, {
    environmentId: production.id,
    name: 'Weekly quality report',
    permissions: ['data:read'],
    createdBy: { userId: demo.id, email: demoEmail },
  })
  const invite = {
    email: 'sam.lindqvist@northlight.example',
    admin: false,
    environmentIds: [staging.id],
    redirectUrl: null,
    tokenHash: hashToken(randomToken()),
    invitedBy: demo.id,
    expiresAt: new Date(now.getTime() + demoInviteDays * 86_400_000),
  }
  await addInvite(northlight, demo.actor, invite, now)
}

/** An organization of other people, so that the selector shows what a regular member finds locked. */
const seedHarbour = async (postgres: Database, demo: Person, now: Date) => {
  const marit = await addPerson(postgres, ['Marit', 'Olsen', 'marit.olsen@harbour.example'])
  const harbour = await addOrganization(postgres, marit.actor, {
    name: 'Harbour Pictures',
    subscription: { plan: 'Free', now },
  })
  const production = await addEnvironment(harbour, marit.actor, {
    name: 'Production',
    type: 'production',
  })
  await addAudience(postgres, production.id, { world: 'harbour', isLive: true })
  await addEnvironment(harbour, marit.actor, { name: 'Archive', type: 'staging' })
  await addMember(harbour, marit, 'admin')
  await addMember(harbour, demo, [production])
}

/** Fills a server without any users; does nothing on any other. */
export const seedDemo = async (app: App) => {
  if (!app.settings.isDemo || !(await isEmptyServer(app.postgres))) return
  const password = demoPassword()
  const passwordHash = await hashPassword(password)
  await app.postgres.transaction(async (postgres) => {
    await lockSeeding(postgres)
    if (!(await isEmptyServer(postgres))) return
    const demo = await addPerson(postgres, ['Demo', 'Admin', demoEmail], passwordHash)
    await seedNorthlight(app, postgres, demo)
    await seedHarbour(postgres, demo, app.clock.now())
    await writeDemoSignIn(postgres, {
      email: demoEmail,
      password,
      password_hash: passwordHash,
    })
  })
}

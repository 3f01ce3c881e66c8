import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Scope } from '@playhead/domain/scopes.ts'

/** A sign-in checks a hash at the cost that the hash names: the real one would be most of what tests of guesses take. */
const cheapHash = { memoryCost: 64, timeCost: 1, parallelism: 1 }

export interface TestPerson {
  id: string
  email: string
  sessionId: string
  cookie: string
}

/** Inserts rows directly, so that a test sets up only what it is about. */
export const aFactory = (postgres: Database) => {
  /** A person with an active session. */
  const person = async (
    given: { email?: string; password?: string; isStaff?: boolean; firstName?: string } = {},
  ): Promise<TestPerson> => {
    const id = randomUUID()
    const email = given.email ?? `${id.slice(0, 8)}@example.com`
    const passwordHash = given.password ? await hash(given.password, cheapHash) : null
    await postgres.run(sql`
      insert into users (id, email, first_name, last_name, password_hash, internal)
      values (${id}, ${email}, ${given.firstName ?? 'Test'}, 'Person', ${passwordHash}, ${given.isStaff ?? false})`)
    return { id, email, ...(await session(id)) }
  }

  const session = async (userId: string) => {
    const token = randomToken()
    const sessionId = randomUUID()
    await postgres.run(sql`
      insert into sessions (id, user_id, token_hash, method, expires_at)
      values (${sessionId}, ${userId}, ${hashToken(token)}, 'password', now() + interval '30 days')`)
    return { sessionId, cookie: `playhead_session=${token}` }
  }

  const organization = async (given: { name?: string; plan?: string } = {}) => {
    const id = randomUUID()
    const name = given.name ?? `Organization ${id.slice(0, 8)}`
    await postgres.run(sql`
      insert into organizations (id, name, plan) values (${id}, ${name}, ${given.plan ?? 'Custom'})`)
    return { id, name }
  }

  const environment = async (
    organization: { id: string },
    given: { name?: string; type?: 'production' | 'staging' | 'development' } = {},
  ) => {
    const id = randomUUID()
    const name = given.name ?? `Environment ${id.slice(0, 8)}`
    await postgres.run(sql`
      insert into environments (id, organization_id, name, type, key)
      values (${id}, ${organization.id}, ${name}, ${given.type ?? 'production'}, ${randomToken().slice(0, 24)})`)
    return { id, name, organizationId: organization.id }
  }

  const membership = async (
    organization: { id: string },
    member: { id: string },
    given: { isAdmin?: boolean; environments?: { id: string }[] } = {},
  ) => {
    await postgres.run(sql`
      insert into memberships (organization_id, user_id, admin)
      values (${organization.id}, ${member.id}, ${given.isAdmin ?? false})`)
    for (const { id } of given.environments ?? [])
      await postgres.run(sql`
        insert into environment_access (organization_id, user_id, environment_id)
        values (${organization.id}, ${member.id}, ${id})`)
  }

  const accessToken = async (environment: { id: string }, permissions: Scope[] = ['data:read']) => {
    const id = randomUUID()
    const secret = randomToken()
    await postgres.run(sql`
      insert into access_tokens (id, environment_id, name, permissions, secret_hash)
      values (${id}, ${environment.id}, 'Test token', ${permissions}, ${hashToken(secret)})`)
    return { id, secret }
  }

  const ssoConnection = (owner: { id: string }, given: { isRequired?: boolean } = {}) =>
    postgres.run(sql`
      insert into sso_connections (organization_id, issuer, client_id, client_secret_sealed, required)
      values (${owner.id}, 'https://provider.example.com', 'playhead', '', ${given.isRequired ?? false})`)

  /** An organization with one environment, its admin and a regular member with access to it. */
  const world = async () => {
    const owned = await organization()
    const opened = await environment(owned)
    const admin = await person()
    const regular = await person()
    await membership(owned, admin, { isAdmin: true })
    await membership(owned, regular, { environments: [opened] })
    return { organization: owned, environment: opened, admin, member: regular }
  }

  return {
    person,
    session,
    organization,
    environment,
    membership,
    accessToken,
    ssoConnection,
    world,
  }
}

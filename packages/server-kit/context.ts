import type { Access } from '@playhead/contract-kit/endpoint.ts'
import type { Flags } from '@playhead/domain/flags.ts'
import type { App } from './app.ts'
import type {
  OpenEnvironmentRow,
  OrganizationRow,
  SessionRow,
  TokenRow,
} from './identity/identity.sql.ts'
import type { Environment, Organization } from './tenant.ts'

export interface RequestFacts {
  id: string
  ip: string
  userAgent: string
  cookies: Record<string, string>
  header(name: string): string | undefined
  /** Aborted when the request ends, so that work for a client that has disconnected stops. */
  readonly signal: AbortSignal
  /** The format that the caller accepts, for endpoints that can also send their rows as a CSV file. */
  format: 'json' | 'csv'
  /** Adds a Set-Cookie header to the response. */
  setCookie(cookie: string): void
}

interface Base {
  app: App
  request: RequestFacts
}

export interface Person {
  session: SessionRow
}

export interface MemberContext extends Person {
  organization: Organization
  /** The row of the organization, with the caller's role in it. */
  membership: OrganizationRow
  flags: Flags
  /** The environment that X-Environment-Id names, if the caller may open it. */
  environmentRow: OpenEnvironmentRow | undefined
}

export interface EnvironmentContext {
  environment: Environment
  organization: Organization
  /** Flags and limits from the organization's plan. */
  flags: Flags
  caller:
    | { kind: 'token'; token: TokenRow }
    /** Staff who masquerade are admins. */
    | ({ kind: 'person'; isAdmin: boolean } & Person)
}

type AccessContext<A extends Access> = A extends { kind: 'organization' }
  ? MemberContext
  : A extends { kind: 'environment' }
    ? EnvironmentContext
    : A extends { kind: 'token' }
      ? { token: TokenRow }
      : A extends { kind: 'user' | 'staff' }
        ? Person & { member: MemberContext | undefined }
        : { session: SessionRow | undefined }

export type Context<A extends Access> = Base & AccessContext<A>

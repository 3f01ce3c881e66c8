import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { privateCookie, privateCookieName } from '@playhead/server-kit/identity/cookies.ts'
import { sameBytes } from '@playhead/server-kit/secrets/secrets.ts'
import { findUser, type UserRow } from '../accounts/users.sql.ts'

/** Close to the longest time that browsers keep a cookie. */
const lifetimeSeconds = 365 * 86_400
/** In a shared browser, only the accounts that signed in last are remembered. */
const accountsMax = 8

const Statement = z.object({
  browser: z.uuid(),
  accounts: z.array(z.object({ user: z.uuid(), stamp: z.string() })),
})

const cookieName = 'playhead_known_browser'

/** A new password changes the stamp: a browser that signed in with the old one is unknown again. */
const stampOf = (passwordHash: string) =>
  createHash('sha256').update(`known browser ${passwordHash}`).digest('base64url')

const readBrowser = (app: App, request: RequestFacts) => {
  const token = request.cookies[privateCookieName(app.settings, cookieName)]
  const statement = token && app.vault.verify('known-browser', token, app.clock.now())
  return statement ? Statement.parse(statement) : undefined
}

/** The id of the browser if it signed in to this account with the current password. */
export const findKnownBrowser = (app: App, request: RequestFacts, user: UserRow | undefined) => {
  const known = readBrowser(app, request)
  const account = known?.accounts.find((one) => one.user === user?.id)
  if (!known || !account || !user?.password_hash) return undefined
  const isSamePassword = sameBytes(
    Buffer.from(account.stamp),
    Buffer.from(stampOf(user.password_hash)),
  )
  return isSamePassword ? known.browser : undefined
}

/** Stays after signing out. It grants no access; it only keeps the guesses of others from counting here. */
export const rememberBrowser = async (app: App, request: RequestFacts, userId: string) => {
  const { password_hash: passwordHash } = await findUser(app.postgres, userId)
  if (!passwordHash) return
  const known = readBrowser(app, request)
  const others = known?.accounts.filter(({ user }) => user !== userId) ?? []
  const statement: z.infer<typeof Statement> = {
    browser: known?.browser ?? randomUUID(),
    accounts: [{ user: userId, stamp: stampOf(passwordHash) }, ...others].slice(0, accountsMax),
  }
  const token = app.vault.sign('known-browser', statement, lifetimeSeconds, app.clock.now())
  request.setCookie(privateCookie(app.settings, cookieName, token, lifetimeSeconds))
}

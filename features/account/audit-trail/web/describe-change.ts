import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import type { Change as ChangeSchema } from '../contract.ts'

export type Change = CamelOutput<typeof ChangeSchema>

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `access_token.revoked` in words; works for action names that features add later. */
export const actionName = (action: string) =>
  sentence(action.replace(/[._-]+/g, ' ').replace(/^sso\b/, 'single sign-on'))

/** Turns `access_token.revoked` into “Access token revoked”; works for action names that features add later. */
export const describeChange = ({
  action,
  subjectName,
}: Pick<Change, 'action' | 'subjectName'>) => ({
  what: actionName(action),
  subject: subjectName,
})

export const kindNames: Record<Change['actorKind'], string> = {
  user: 'A former user',
  token: 'An access token',
  operator: 'The operator',
  system: 'The server',
  unknown: 'Not signed in',
}

export const actorName = ({ actorEmail, actorKind }: Pick<Change, 'actorEmail' | 'actorKind'>) =>
  actorEmail ?? kindNames[actorKind]

/** What an access token may do. ACCT-068 */
export const scopes = [
  'video:read',
  'video:write',
  'data:read',
  'data:write',
  'system:read',
  'system:write',
] as const

export type Scope = (typeof scopes)[number]

/** Write includes read: read is always on and locked once a product is chosen. ACCT-066 */
export const grants = (permissions: readonly Scope[], needed: Scope) =>
  permissions.includes(needed) ||
  (needed.endsWith(':read') && permissions.includes(needed.replace(':read', ':write') as Scope))

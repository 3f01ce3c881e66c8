import type { Scope } from '@playhead/domain/scopes.ts'

export type TokenProduct = 'video' | 'data' | 'system'
export type PermissionLevel = 'none' | 'read' | 'write'
export type Permissions = Record<TokenProduct, PermissionLevel>

export const productLabels: Record<TokenProduct, string> = {
  video: 'Video',
  data: 'Data',
  system: 'System',
}

export const noPermissions: Permissions = { video: 'none', data: 'none', system: 'none' }

/** ACCT-067 */
export const offeredProducts = (hasViewerCounts: boolean): TokenProduct[] =>
  hasViewerCounts ? ['video', 'data', 'system'] : ['video', 'data']

/** ACCT-066: write permission always includes read. */
export const scopesOf = (permissions: Permissions): Scope[] =>
  (Object.keys(productLabels) as TokenProduct[]).flatMap((product): Scope[] => {
    if (permissions[product] === 'none') return []
    const read: Scope = `${product}:read`
    return permissions[product] === 'write' ? [read, `${product}:write`] : [read]
  })

const permissionLabels = { read: 'Read', write: 'Write' } as const

/** One text per product that the token can access, such as `Video: Read, Write`. */
export const describeScopes = (scopes: readonly Scope[]) =>
  (Object.keys(productLabels) as TokenProduct[]).flatMap((product) => {
    const rights = (['read', 'write'] as const).filter((right) =>
      scopes.includes(`${product}:${right}`),
    )
    return rights.length > 0
      ? [
          {
            product: productLabels[product],
            rights: rights.map((right) => permissionLabels[right]),
          },
        ]
      : []
  })

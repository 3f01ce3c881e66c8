interface Caller {
  kind: 'token' | 'user'
  name?: string | undefined
}

export const callerName = ({ kind, name }: Caller) =>
  name ?? (kind === 'token' ? 'An access token' : 'A former member')

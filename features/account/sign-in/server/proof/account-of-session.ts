import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'

export const accountOfSession = async ({ session }: { session: SessionRow }) => session.user_id

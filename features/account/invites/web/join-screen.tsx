import { BarePage } from '@playhead/web-kit/page/bare-page.tsx'
import { LogOutLink } from '@playhead/web-kit/page/log-out-link.tsx'
import { WithSession } from '@playhead/web-kit/page/with-session.tsx'
import { useParam, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { JoinAsMember } from './join-as-member.tsx'
import { JoinAsVisitor } from './join-as-visitor.tsx'
import type { InviteLink } from './invite-link.ts'

/** AUTH-033 */
const useInviteLink = (): InviteLink => ({
  inviteId: useParam('inviteId'),
  organizationName: useSearchValue('organization_name') ?? 'the organization',
  token: useSearchValue('token'),
  email: useSearchValue('email'),
})

function Join({ session }: { session: Session | null }) {
  const link = useInviteLink()
  return (
    <BarePage title="Join organization" footer={session && <LogOutLink />}>
      {session ? (
        <JoinAsMember link={link} email={session.currentUser.email} />
      ) : (
        <JoinAsVisitor link={link} />
      )}
    </BarePage>
  )
}

export const Screen = () => <WithSession>{(session) => <Join session={session} />}</WithSession>

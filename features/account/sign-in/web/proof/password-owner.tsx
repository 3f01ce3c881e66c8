import { useSession } from '@playhead/web-kit/session/use-session.ts'

/** Password managers need to know whose password a form asks for. */
export const PasswordOwner = () => {
  const { currentUser } = useSession()
  return (
    <input
      type="hidden"
      name="username"
      autoComplete="username"
      value={currentUser?.email ?? ''}
      readOnly
    />
  )
}

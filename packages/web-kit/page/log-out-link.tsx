import { Link } from '@playhead/ui/navigation/link.tsx'

export const LogOutLink = () => {
  return <Link href="/logout">Log out</Link>
}

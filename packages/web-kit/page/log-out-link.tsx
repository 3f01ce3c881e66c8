import { Link } from '@playhead/ui/navigation/link.tsx'

export function LogOutLink() {
  return <Link href="/logout">Log out</Link>
}

import { Link } from '@playhead/ui/link.tsx'

export function LogOutLink() {
  return <Link href="/logout">Log out</Link>
}

import { Link } from '@playhead/ui/navigation/link.tsx'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'

const pages: Record<string, (id: string) => string> = {
  asset: (id) => `video/assets/${id}/monitor`,
  live_stream: (id) => `video/live-streams/${id}/monitor`,
  webhook: (id) => `settings/webhooks?webhook=${id}`,
}

/** What an event or call is about, linked to its page where it has one. */
export const ObjectLink = ({ object }: { object: { type: string; id: string } }) => {
  const path = useScreenPath()
  const page = pages[object.type]?.(object.id)
  const href = page === undefined ? undefined : path(page)
  const id = <span className="break-all font-mono text-xs">{object.id}</span>
  return (
    <span>
      <span className="text-ink-3">{object.type.replaceAll('_', ' ')}</span>{' '}
      {href === undefined ? id : <Link href={href}>{id}</Link>}
    </span>
  )
}

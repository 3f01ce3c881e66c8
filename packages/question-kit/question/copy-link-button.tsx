import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { useLocation } from '@playhead/web-kit/navigation/navigation.ts'

/** Copies the link to exactly this screen: the URL has everything it shows. */
export const CopyLinkButton = () => {
  const { href } = useLocation()
  return (
    <CopyControl value={new URL(href, globalThis.location.origin).href}>
      <span className="font-text font-medium">Copy link</span>
    </CopyControl>
  )
}

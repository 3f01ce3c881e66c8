import { CopyControl } from '@playhead/ui/copy-control.tsx'
import { useLocation } from '@playhead/web-kit/navigation.ts'

/** The link that opens exactly this screen: everything it shows stands in the address. */
export const CopyLinkButton = () => {
  const { href } = useLocation()
  return (
    <CopyControl value={new URL(href, globalThis.location.origin).href}>
      <span className="font-text font-medium">Copy link</span>
    </CopyControl>
  )
}

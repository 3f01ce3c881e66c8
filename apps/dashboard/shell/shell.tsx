import { type ReactNode, Suspense, useState } from 'react'
import { shownZone } from '@playhead/domain/time-zone.ts'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MenuIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Logo } from '@playhead/ui/icons/logo.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyChunk } from '@playhead/web-kit/chunks/lazy-chunk.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { BannerArea } from './banner-area.tsx'
import { useShellShortcuts } from './shell-shortcuts.ts'
import { SideContent } from './side-content.tsx'
import { UploadsArea } from './uploads.tsx'
import { useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { useFrameNamesZone } from '@playhead/web-kit/times/zone-on-screen.ts'
import { useShell } from './use-shell.ts'

const Drawer = lazyDialog('Drawer', () => import('@playhead/ui/overlays/drawer.tsx'))
const Palette = lazyChunk('Palette', () => import('./palette.tsx'))
const ShortcutsDialog = lazyChunk('ShortcutsDialog', () => import('./shortcuts-dialog.tsx'))
const SupportDialog = lazyChunk(
  'SupportDialog',
  () => import('@playhead/features/account/support/web'),
)

const WelcomeModal = lazyChunk(
  'WelcomeModal',
  () => import('@playhead/features/account/billing/web'),
)

/** Once on a screen with times, unless the screen says it itself. docs/adr/0102 */
const ZoneOfTimes = () =>
  useFrameNamesZone() ? <p className="shell-zone">Times are in {shownZone()}</p> : null

/** SHELL-062 … SHELL-072: the frame around every screen of a signed-in person. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const shell = useShell()
  const menu = useToggle()
  const palette = useToggle()
  const support = useToggle()
  const shortcuts = useToggle()
  const isWelcome = useSearchValue('welcome') !== undefined
  const [closedAt, setClosedAt] = useState(shell.pathname)
  useShellShortcuts({ openPalette: palette.open, openShortcuts: shortcuts.open })
  if (closedAt !== shell.pathname) {
    setClosedAt(shell.pathname)
    menu.close()
  }
  return (
    <div className="shell">
      <a href="#main" className="shell-skip">
        Skip to content
      </a>
      <aside className="shell-side">
        <SideContent shell={shell} onContact={support.open} onShortcuts={shortcuts.open} />
      </aside>
      <header className="shell-top">
        <IconButton icon={<MenuIcon size={18} />} label="Menu" onClick={menu.open} />
        <Link kind="plain" href="/" aria-label="Playhead, environments">
          <Logo />
        </Link>
        <span className="shell-top-place">
          {shell.organization?.name} {shell.environment && <small>{shell.environment.name}</small>}
        </span>
      </header>
      <div className="shell-main">
        <BannerArea {...shell} />
        <main id="main" tabIndex={-1}>
          {children}
          <ZoneOfTimes />
        </main>
      </div>
      <Drawer isOpen={menu.isOpen} onClose={menu.close} title="Menu" side="left" width={300}>
        <div className="shell-drawer">
          <SideContent
            shell={shell}
            onContact={() => {
              menu.close()
              support.open()
            }}
            onShortcuts={() => {
              menu.close()
              shortcuts.open()
            }}
          />
        </div>
      </Drawer>
      <UploadsArea />
      <Suspense fallback={null}>
        {palette.isOpen && (
          <Palette
            shell={shell}
            onClose={palette.close}
            onContact={support.open}
            onShortcuts={shortcuts.open}
          />
        )}
        {shortcuts.isOpen && <ShortcutsDialog onClose={shortcuts.close} />}
        {isWelcome && <WelcomeModal />}
        {support.isOpen && <SupportDialog onClose={support.close} />}
      </Suspense>
    </div>
  )
}

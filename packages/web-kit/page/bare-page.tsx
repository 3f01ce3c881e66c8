import type { ReactNode } from 'react'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Logo } from '@playhead/ui/icons/logo.tsx'
import { useAuthTheme } from '@playhead/ui/theme/use-theme.ts'
import { PageHeading } from './page-heading.tsx'

interface BarePageProps {
  title: string
  lead?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  /** Set when the page replaces the element that had the focus. */
  takesFocus?: boolean
}

/** A short message or task outside of the shell: a card in the middle of an empty page. */
export const BarePage = ({ title, lead, children, footer, takesFocus }: BarePageProps) => {
  useAuthTheme()
  return (
    <div className="flex min-h-dvh flex-col items-center gap-5 bg-ground px-3 py-5 md:py-7">
      <header>
        <Link href="/" kind="plain" aria-label="Playhead, home">
          <Logo />
        </Link>
      </header>
      <main className="flex w-full max-w-[460px] flex-col gap-4 rounded-lg border border-line bg-surface p-4 md:p-5">
        <PageHeading title={title} takesFocus={takesFocus}>
          {lead}
        </PageHeading>
        {children}
      </main>
      {footer && <footer className="text-sm text-ink-2">{footer}</footer>}
    </div>
  )
}

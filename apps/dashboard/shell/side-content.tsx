import { useId } from 'react'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Logo } from '@playhead/ui/icons/logo.tsx'
import { AccountMenu, SettingsMenu, SupportMenu } from './account-menus.tsx'
import { NavigationItem, NavigationList } from './navigation-list.tsx'
import { SwitchCard } from './switch-card.tsx'
import type { Shell } from './use-shell.ts'

interface SideContentProps {
  shell: Shell
  onContact: () => void
  onShortcuts: () => void
}

const accountTitle = 'Account'

/** The navigation in the side column or, on a phone, in the drawer. */
export const SideContent = ({ shell, onContact, onShortcuts }: SideContentProps) => {
  const headingId = useId()
  return (
    <>
      <Link kind="plain" href="/" className="shell-brand" aria-label="Playhead, environments">
        <Logo />
      </Link>
      {shell.session.organizations.length > 0 ? (
        <SwitchCard {...shell} />
      ) : (
        <LinkButton href="/create-organization" isWide>
          Create organization
        </LinkButton>
      )}
      <nav aria-label="Main" className="shell-nav">
        {shell.sections
          .filter(({ title }) => title !== accountTitle)
          .map((section) => (
            <NavigationList key={section.title} {...section} />
          ))}
        <section aria-labelledby={headingId}>
          <h2 id={headingId} className="shell-heading">
            {accountTitle}
          </h2>
          <ul>
            {shell.sections
              .filter(({ title }) => title === accountTitle)
              .flatMap(({ items }) => items)
              .map((item) => (
                <NavigationItem key={item.label} {...item} />
              ))}
            <li>
              <SettingsMenu {...shell} />
            </li>
            <li>
              <SupportMenu onContact={onContact} />
            </li>
          </ul>
        </section>
      </nav>
      <AccountMenu shell={shell} onShortcuts={onShortcuts} />
    </>
  )
}

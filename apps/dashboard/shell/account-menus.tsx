import { ChevronDownIcon } from '@playhead/ui/icons/icons.ts'
import { HelpIcon, SettingsIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Avatar } from '@playhead/ui/badges/avatar.tsx'
import type { MenuItem, MenuSection } from '@playhead/ui/menus/menu-popover.tsx'
import { chooseTheme, storedPreference, type ThemePreference } from '@playhead/ui/theme/theme.ts'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import type { Shell } from './use-shell.ts'

/** Screens of other subjects have parts with this name, too. */
const settingsAddress = /^(\/organizations\/[^/]+)?(\/environments\/[^/]+)?\/settings(\/|$)/

export const SettingsMenu = ({ settings, pathname }: Shell) => {
  if (settings.length === 0) return null
  return (
    <LazyMenu
      label="Settings"
      placement="right top"
      trigger={
        <button
          type="button"
          className="shell-item"
          data-active={settingsAddress.test(pathname) || undefined}
        >
          <SettingsIcon size={15} />
          Settings
        </button>
      }
      items={settings.map(({ id, label, href, isActive }) => ({
        id,
        label,
        href,
        isSelected: isActive,
      }))}
    />
  )
}

/** SHELL-069 */
export const SupportMenu = ({ onContact }: { onContact: () => void }) => (
  <LazyMenu
    label="Docs and Support"
    placement="right top"
    trigger={
      <button type="button" className="shell-item">
        <HelpIcon size={15} />
        Docs and Support
      </button>
    }
    items={[
      { id: 'documentation', label: 'Documentation', href: '/docs' },
      { id: 'changelog', label: 'Changelog', href: '/docs/changelog' },
      { id: 'status', label: 'Status', href: '/docs/status' },
      { id: 'contact', label: 'Contact Support', onSelect: onContact },
    ]}
  />
)

const themes: { id: ThemePreference; label: string }[] = [
  { id: 'system', label: 'System theme' },
  { id: 'light', label: 'Light theme' },
  { id: 'dark', label: 'Dark theme' },
]

const accountLabels: Record<string, { label: string; description: string }> = {
  'account/billing': { label: 'Billing', description: 'Usage, costs and plan' },
}

/** SHELL-070, SHELL-071: entries that only admins may open are hidden for everyone else. */
const accountItems = (
  { account, operator, session }: Shell,
  onShortcuts: () => void,
): (MenuItem | MenuSection)[] => [
  {
    id: 'pages',
    items: account.map(({ id, label, href, isActive }) => ({
      id,
      label,
      href,
      isSelected: isActive,
      ...accountLabels[id],
    })),
  },
  ...(operator.length > 0
    ? [{ id: 'operator', items: [{ id: 'operate', label: 'Operator', href: operator[0]!.href }] }]
    : []),
  {
    id: 'theme',
    items: themes.map(({ id, label }) => ({
      id,
      label,
      isSelected: storedPreference() === id,
      onSelect: () => chooseTheme(id),
    })),
  },
  {
    id: 'keys',
    items: [{ id: 'shortcuts', label: 'Keyboard shortcuts', onSelect: onShortcuts }],
  },
  {
    id: 'leave',
    items: [
      session.visitor
        ? { id: 'sign-in', label: 'Sign in', href: '/login' }
        : { id: 'log-out', label: 'Log out', href: '/logout' },
    ],
  },
]

interface AccountMenuProps {
  shell: Shell
  onShortcuts: () => void
}

export const AccountMenu = ({ shell, onShortcuts }: AccountMenuProps) => {
  const { firstName, lastName, email } = shell.session.currentUser
  const name = `${firstName} ${lastName}`.trim() || email
  return (
    <LazyMenu
      label="Account"
      placement="top start"
      trigger={
        <button type="button" className="shell-me" title={email}>
          <Avatar name={name} isRound />
          <span>Account</span>
          <ChevronDownIcon size={14} />
        </button>
      }
      items={accountItems(shell, onShortcuts)}
    />
  )
}

import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { ExternalLinkIcon } from '../icons/icons.ts'
import { useClientLink } from './router-context.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  kind?: 'text' | 'quiet' | 'plain'
  isExternal?: boolean
  children: ReactNode
  ref?: Ref<HTMLAnchorElement>
}

export const Link = ({
  href,
  kind = 'text',
  isExternal = false,
  className = '',
  onClick,
  children,
  ...rest
}: LinkProps) => {
  const link = useClientLink(href, onClick)
  const external = isExternal ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <a {...rest} {...external} {...link} data-kind={kind} className={`ph-link ${className}`}>
      {children}
      {isExternal && (
        <>
          {' '}
          <ExternalLinkIcon size={12} className="inline" />
          <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
        </>
      )}
    </a>
  )
}

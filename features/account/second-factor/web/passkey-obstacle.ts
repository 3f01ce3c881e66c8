interface Place {
  hostname: string
  port: string
  isSecure: boolean
  hasPasskeys: boolean
}

const here = (): Place => ({
  hostname: location.hostname,
  port: location.port,
  isSecure: globalThis.isSecureContext,
  hasPasskeys: 'PublicKeyCredential' in globalThis,
})

const isAddress = (hostname: string) => /^\[|^[\d.]+$/.test(hostname)

const localName = ({ hostname, port }: Place) =>
  hostname === '127.0.0.1' || hostname === '[::1]' ? `localhost${port && `:${port}`}` : undefined

/** Why no passkey can be created or used on this page; undefined when one can. */
export const passkeyObstacle = (place: Place = here()): string | undefined => {
  if (isAddress(place.hostname)) {
    const name = localName(place)
    const wayOut = name ? `Open Playhead at ${name} to use them.` : 'Open Playhead by its name.'
    return `Passkeys belong to a host name and do not work at an IP address. ${wayOut}`
  }
  if (!place.isSecure) return 'Browsers allow passkeys on https pages only.'
  return place.hasPasskeys ? undefined : 'This browser cannot use passkeys.'
}

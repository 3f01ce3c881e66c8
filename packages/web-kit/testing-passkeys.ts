interface Asked {
  kind: 'create' | 'get'
  publicKey: { challenge: ArrayBuffer; [name: string]: unknown }
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** Base64url, as the API encodes bytes. */
export const aBase64url = (text: string) =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const response = {
  clientDataJSON: bytes('client data'),
  attestationObject: bytes('attestation'),
  authenticatorData: bytes('authenticator data'),
  signature: bytes('signature'),
  userHandle: bytes('user handle'),
  getTransports: () => ['internal'],
}

const given = {
  isSecureContext: true,
  PublicKeyCredential: () => undefined,
}

/** Makes the browser of this page support passkeys, or refuse with an error of this name. Call `stop` after the test. */
export const startPasskeys = () => {
  const asked: Asked[] = []
  let refusal: string | undefined
  const answering =
    (kind: Asked['kind']) =>
    ({ publicKey }: { publicKey: Asked['publicKey'] }) => {
      asked.push({ kind, publicKey })
      if (refusal) return Promise.reject(new DOMException('Refused', refusal))
      return Promise.resolve({
        id: 'key-of-mira',
        rawId: bytes('key'),
        type: 'public-key',
        response,
        getClientExtensionResults: () => ({}),
      })
    }
  const credentials = { create: answering('create'), get: answering('get') }
  const changes: [object, string, unknown][] = [
    [navigator, 'credentials', credentials],
    ...Object.entries(given).map(
      ([name, value]) => [globalThis, name, value] as [object, string, unknown],
    ),
  ]
  const before = changes.map(([target, name]) => Object.getOwnPropertyDescriptor(target, name))
  for (const [target, name, value] of changes)
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
  return {
    asked,
    refuse: (name: string | undefined) => {
      refusal = name
    },
    stop: () => {
      for (const [index, [target, name]] of changes.entries()) {
        const descriptor = before[index]
        if (descriptor) Object.defineProperty(target, name, descriptor)
        else Reflect.deleteProperty(target, name)
      }
    },
  }
}

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** A certificate of its own signature for loopback. */
export const makeCertificate = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'playhead-rtmps-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  const names = '-addext subjectAltName=DNS:localhost,IP:127.0.0.1'
  try {
    await promisify(execFile)(
      'openssl',
      `${request} ${names} -keyout ${key} -out ${cert}`.split(' '),
    )
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

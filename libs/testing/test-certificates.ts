import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const KIND = { keyType: 'ec', algorithm: 'sha256' } as const;

/**
 * Makes a certificate authority, its certificates for `localhost` and for a host that is elsewhere, and another authority,
 * which has issued neither; as PEM files in `folder`.
 *
 * @returns their paths
 */
export async function testCertificates(folder: string) {
  await mkdir(folder, { recursive: true });
  const write = async (name: string, pem: string) => {
    const path = join(folder, name);
    await writeFile(path, pem, { mode: 0o600 });
    return path;
  };
  const authority = (name: string) =>
    generate([{ name: 'commonName', value: name }], {
      ...KIND,
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, critical: true },
      ],
    });
  const [ca, otherCa] = await Promise.all([authority('test'), authority('other')]);
  const issue = async (host: string, file: string) => {
    const issued = await generate([{ name: 'commonName', value: 'server' }], {
      ...KIND,
      ca: { key: ca.private, cert: ca.cert },
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
    });
    return { certificate: await write(`${file}.crt`, issued.cert), key: await write(`${file}.key`, issued.private) };
  };
  return {
    ca: await write('ca.crt', ca.cert),
    otherCa: await write('other-ca.crt', otherCa.cert),
    localhost: await issue('localhost', 'localhost'),
    elsewhere: await issue('elsewhere.example', 'elsewhere'),
  };
}

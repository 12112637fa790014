import { describe, expect, it } from 'vitest';
import { checkMessage } from '../../../src/protocol/values/field-issue.js';
import { messageVersionOf, versionCheckResponseSchema } from '../../../src/protocol/three-d-secure/version-check.js';
import { VERSION_CHECK_RESPONSE } from '../samples.js';

describe('the version of an authentication', () => {
  // The lowest and the highest version of the directory server and of the ACS. This client knows 2.1.0 and 2.2.0.
  it.each([
    ['2.1.0', '2.2.0', '2.1.0', '2.2.0', '2.2.0'],
    ['2.1.0', '2.1.0', '2.1.0', '2.2.0', '2.1.0'],
    ['2.1.0', '2.2.0', '2.1.0', '2.1.0', '2.1.0'],
    ['2.1.0', '2.3.1', '2.1.0', '2.3.1', '2.2.0'],
    ['2.1.0', '2.3.1', '2.1.0', '2.1.0', '2.1.0'],
    ['2.2.0', '2.2.0', '2.1.0', '2.2.0', '2.2.0'],
    ['2.1.0', '2.10.0', '2.1.0', '2.10.0', '2.2.0'],
    ['2.1.0', '2.1.1', '2.1.0', '2.1.1', '2.1.0'],
    ['2.1.0', '2.2.0.1', '2.1.0', '2.2.0.1', '2.2.0'],
    // No known version is common: the lower of their highest versions.
    ['2.2.0', '2.2.0', '2.1.0', '2.1.0', '2.1.0'],
    ['2.1.0', '2.1.0', '2.2.0', '2.2.0', '2.1.0'],
    ['2.3.0', '2.3.1', '2.1.0', '2.3.0', '2.3.0'],
    ['2.1.0', '2.3.1', '2.3.0', '2.4.0', '2.3.1'],
    ['2.2.0.1', '2.2.1', '2.1.0', '2.3.0', '2.2.1'],
    ['2.0.0', '2.0.1', '2.0.0', '2.0.0', '2.0.0'],
  ])('the version for a directory server of %s to %s and an ACS of %s to %s is %s', (...versions) => {
    const [dsStart, dsEnd, acsStart, acsEnd, expected] = versions;
    expect(
      messageVersionOf({
        ds_protocol_version_start: dsStart,
        ds_protocol_version_end: dsEnd,
        acs_protocol_version_start: acsStart,
        acs_protocol_version_end: acsEnd,
      }),
    ).toBe(expected);
  });

  it.each([
    [{ acs_protocol_version_end: '2.1.0' }, '2.1.0'],
    [{ acs_protocol_version_end: '2.2.0' }, '2.2.0'],
    [{ acs_protocol_version_end: '2.3.1' }, '2.2.0'],
    [{ acs_protocol_version_end: '2.2.0', ds_protocol_version_end: '2.1.0' }, '2.1.0'],
    [{ acs_protocol_version_end: '2.3.1', acs_protocol_version_start: '2.3.0' }, '2.3.1'],
    [{ acs_protocol_version_end: '2.3.1', ds_protocol_version_start: '2.3.0' }, '2.3.1'],
  ])('the version for %j is %s, because an absent range excludes no version', (range, expected) => {
    expect(messageVersionOf(range)).toBe(expected);
  });
});

describe('a version check', () => {
  it.each([false, 'N', 'no'])('a version check with enrolled %j has no other value, and needs none', (enrolled) => {
    expect(versionCheckResponseSchema.parse({ enrolled })).toEqual({ enrolled: false });
    expect(versionCheckResponseSchema.parse({ enrolled, server_trans_id: 'x' })).toEqual({ enrolled: false });
  });

  it.each(['2.10.0', '2.3.1.12', '2.0.0'])('a version check can have the version %s, which may be newer', (version) => {
    const answer = { ...VERSION_CHECK_RESPONSE, enrolled: 'Y', acs_protocol_version_end: version };
    expect(versionCheckResponseSchema.parse(answer)).toEqual({ ...answer, enrolled: true });
  });
});

describe('a wrong version check', () => {
  it('a wrong version check of an enrolled card names the identifier, which alone has no replacement', () => {
    const wrong = {
      ...VERSION_CHECK_RESPONSE,
      server_trans_id: 'x',
      acs_protocol_version_end: 2,
      ds_protocol_version_start: '1.0.2',
      method_data: { encoded_method_data: '<>' },
    };
    expect(checkMessage(versionCheckResponseSchema, wrong).issues).toEqual([
      { field: 'server_trans_id', message: 'must be a UUID', missing: false },
    ]);
  });

  it.each(['2.2', '2.2.0.0.0', 'x2.2.0', '2.2.0x', '2.2.0.', '12.2.0', '3.2.0', '2.2.0'.padEnd(21, '0')])(
    'the version %s of a version check counts as absent',
    (version) => {
      const answer = { ...VERSION_CHECK_RESPONSE, acs_protocol_version_end: version };
      expect(versionCheckResponseSchema.parse(answer)).not.toHaveProperty('acs_protocol_version_end', version);
    },
  );
});

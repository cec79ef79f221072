// The school by whose list a candidate was registered, for those who may see the list.
import { useToken } from '@/lib/session';
import { Verbatim } from '@/components/Verbatim';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee } from '@/portal/kit/session/rights';
import { roleIn } from '@/portal/kit/session/username';
import { TextLink } from '@/portal/kit/ui/elements';

interface Props {
  group: { import_id: string; name: string };
}

export function GroupLink({ group: { import_id, name } }: Props) {
  const role = roleIn(useToken() ?? '');
  const list = portalPaths.group(import_id);
  if (!maySee(role, list)) return <Verbatim>{name}</Verbatim>;
  return (
    <TextLink isAlone to={list} translate="no">
      {name}
    </TextLink>
  );
}

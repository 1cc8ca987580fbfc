# Takes what webhooks send, in a system that has nothing but perl-base.
# usage: perl receive_alarm.pl FOLDER; writes FOLDER/port, then requests into FOLDER/received
use strict;
use warnings;
use IO::Socket::INET;

my ($folder) = @ARGV;
my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 16)
  or die "cannot listen: $@";
open(my $told, '>', "$folder/port.new") or die $!;
print $told $server->sockport;
close($told);
rename("$folder/port.new", "$folder/port") or die $!;
alarm(600);    # nobody waits longer
while (my $client = $server->accept) {
  my ($length, $request) = (0, '');
  while (defined(my $line = <$client>)) {
    $request .= $line;
    $length = $1 if $line =~ /^content-length:\s*(\d+)/i;
    last if $line =~ /^\r?\n$/;
  }
  read($client, my $body, $length) if $length > 0;
  open(my $out, '>>', "$folder/received") or die $!;
  print $out $request, $body // '', "\n";
  close($out);
  print $client "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  close($client);
}
